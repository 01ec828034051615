"""What can be measured again on any machine: exact counts of the rules, compared with what the games' folders state."""
