-- What several processes of one site share and nobody misses after a crash, so it is not written ahead: how often each
-- visitor called (its form is rate-limiter-flexible's), and what live connections say that is too long for a
-- notification (its form is @socket.io/postgres-adapter's).
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
--> statement-breakpoint
CREATE UNLOGGED TABLE socket_attachments (
  id bigserial PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  payload bytea NOT NULL
);
--> statement-breakpoint
CREATE INDEX socket_attachments_created_at ON socket_attachments (created_at);
