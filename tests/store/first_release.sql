-- A database as the first release (0.1) left it. Never edited: it is what migrations must be able to read.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'trainer','first_tables','2026-11-30 06:04:09.392866+00:00');
CREATE TABLE attempts (
 n INTEGER PRIMARY KEY,
 user TEXT NOT NULL REFERENCES users(id),
 token TEXT NOT NULL,
 variant TEXT NOT NULL,
 edition INTEGER NOT NULL,
 kind TEXT NOT NULL,
 mode TEXT NOT NULL,
 puzzle TEXT NOT NULL,
 answer TEXT NOT NULL,
 mark TEXT NOT NULL,
 ms INTEGER NOT NULL,
 at TEXT NOT NULL,
 first INTEGER NOT NULL,
 loss REAL,
 share REAL,
 hits INTEGER,
 misses INTEGER,
 false_calls INTEGER,
 wait_count INTEGER,
 themes TEXT NOT NULL,
 day TEXT,
 series TEXT,
 UNIQUE (user, token)
        ) STRICT;
INSERT INTO "attempts" VALUES(1,'ann','t1','bamboo',1,'waits','practice','p1','25s','partial',4200,'2026-03-14T12:00:00+00:00',1,NULL,NULL,2,1,0,3,'["blocked"]',NULL,NULL);
CREATE TABLE events (
 game TEXT NOT NULL REFERENCES games(id),
 n INTEGER NOT NULL,
 body TEXT NOT NULL,
 PRIMARY KEY (game, n)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "events" VALUES('g1',0,'deal');
INSERT INTO "events" VALUES('g1',1,'draw');
CREATE TABLE games (
 id TEXT PRIMARY KEY,
 user TEXT NOT NULL REFERENCES users(id),
 variant TEXT NOT NULL,
 header TEXT NOT NULL,
 status TEXT NOT NULL,
 created TEXT NOT NULL,
 updated TEXT NOT NULL
        ) STRICT;
INSERT INTO "games" VALUES('g1','ann','bamboo','header','open','2026-03-14T12:00:00+00:00','2026-03-14T12:00:00+00:00');
CREATE TABLE puzzles (
 id TEXT PRIMARY KEY,
 user TEXT REFERENCES users(id),
 variant TEXT NOT NULL,
 kind TEXT NOT NULL,
 origin TEXT NOT NULL,
 body TEXT NOT NULL,
 created TEXT NOT NULL
        ) STRICT;
CREATE TABLE settings (
 user TEXT NOT NULL REFERENCES users(id),
 key TEXT NOT NULL,
 value TEXT NOT NULL,
 PRIMARY KEY (user, key)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "settings" VALUES('ann','theme','dark');
CREATE TABLE users (id TEXT PRIMARY KEY, created TEXT NOT NULL) STRICT;
INSERT INTO "users" VALUES('ann','2026-03-14T12:00:00+00:00');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX attempts_user_at ON attempts(user, at);
CREATE INDEX attempts_user_puzzle ON attempts(user, puzzle);
CREATE INDEX attempts_user_series ON attempts(user, series);
CREATE INDEX games_user ON games(user, updated);
CREATE INDEX puzzles_user ON puzzles(user, kind);
COMMIT;
