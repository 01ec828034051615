"""One function per thing a user can do. Everything below is pure or the store; everything above is presentation."""
