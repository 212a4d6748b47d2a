-- When the process that does what only one may do last said so, and by which connection to PostgreSQL. Nobody misses it
-- after a crash, so it is not written ahead.
CREATE UNLOGGED TABLE leader_heartbeat (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  pid integer NOT NULL,
  beat_at timestamptz NOT NULL
);
