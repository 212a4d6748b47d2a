ALTER TABLE "disciplinary_actions" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD COLUMN "points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD COLUMN "points_end_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD COLUMN "acknowledged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD COLUMN "approval" text;--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD COLUMN "approval_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD COLUMN "approval_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD COLUMN "approver_id" text;--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD COLUMN "approver_name" text;--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD COLUMN "approval_why" text;--> statement-breakpoint
ALTER TABLE "disciplinary_revisions" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "disciplinary_revisions" ADD COLUMN "points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "disciplinary_revisions" ADD COLUMN "points_end_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "player_actions" RENAME COLUMN "expires_at" TO "ends_at";--> statement-breakpoint
ALTER TABLE "player_actions" ADD COLUMN "points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "player_actions" ADD COLUMN "points_end_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "player_actions" ADD COLUMN "acknowledged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "player_actions" ADD COLUMN "approval" text;--> statement-breakpoint
ALTER TABLE "player_actions" ADD COLUMN "approval_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "player_actions" ADD COLUMN "approval_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "player_actions" ADD COLUMN "approver_id" text;--> statement-breakpoint
ALTER TABLE "player_actions" ADD COLUMN "approver_name" text;--> statement-breakpoint
ALTER TABLE "player_actions" ADD COLUMN "approval_why" text;--> statement-breakpoint
CREATE INDEX "disciplinary_actions_unread" ON "disciplinary_actions" USING btree ("date","id","type") WHERE acknowledged_at is null and logged_at is not null and external_reason is not null and revoked_at is null and (approval is null or approval = 'approved' or (approval = 'waiting' and approval_due_at is not null));--> statement-breakpoint
CREATE INDEX "disciplinary_actions_unread_user" ON "disciplinary_actions" USING btree ("user_id","date","id","type") WHERE acknowledged_at is null and logged_at is not null and external_reason is not null and revoked_at is null and (approval is null or approval = 'approved' or (approval = 'waiting' and approval_due_at is not null));--> statement-breakpoint
CREATE INDEX "disciplinary_actions_points" ON "disciplinary_actions" USING btree ("user_id","date") WHERE points > 0;--> statement-breakpoint
CREATE INDEX "disciplinary_actions_waiting" ON "disciplinary_actions" USING btree ("date","id") WHERE approval = 'waiting';--> statement-breakpoint
CREATE INDEX "player_actions_unread" ON "player_actions" USING btree ("date","id","type") WHERE acknowledged_at is null and logged_at is not null and external_reason is not null and revoked_at is null and (approval is null or approval = 'approved' or (approval = 'waiting' and approval_due_at is not null));--> statement-breakpoint
CREATE INDEX "player_actions_unread_user" ON "player_actions" USING btree ("user_id","date","id","type") WHERE acknowledged_at is null and logged_at is not null and external_reason is not null and revoked_at is null and (approval is null or approval = 'approved' or (approval = 'waiting' and approval_due_at is not null));--> statement-breakpoint
CREATE INDEX "player_actions_points" ON "player_actions" USING btree ("user_id","date") WHERE points > 0;--> statement-breakpoint
CREATE INDEX "player_actions_waiting" ON "player_actions" USING btree ("date","id") WHERE approval = 'waiting';--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD CONSTRAINT "disciplinary_actions_approver" CHECK (approver_id <> admin_id and approver_id <> user_id);--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD CONSTRAINT "disciplinary_actions_approval" CHECK (coalesce(approval <> 'waiting', false) = (approver_id is not null));--> statement-breakpoint
ALTER TABLE "player_actions" ADD CONSTRAINT "player_actions_approver" CHECK (approver_id <> admin_id and approver_id <> user_id);--> statement-breakpoint
ALTER TABLE "player_actions" ADD CONSTRAINT "player_actions_approval" CHECK (coalesce(approval <> 'waiting', false) = (approver_id is not null));--> statement-breakpoint
-- A row with what is new here left empty has the hash that it had before, so that older imports can still be undone.
CREATE OR REPLACE FUNCTION row_hash(said jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT md5((
    jsonb_strip_nulls(
      said - 'checklist' - 'ends_at' - CASE WHEN said ? 'approval_due_at' AND said -> 'points' = '0' THEN 'points' ELSE '' END
    )
    || CASE WHEN said ->> 'ends_at' IS NULL THEN '{}' ELSE jsonb_build_object('expires_at', said -> 'ends_at') END
  )::text)
$$;
--> statement-breakpoint
UPDATE import_rows SET before = before - 'expires_at' || jsonb_build_object('ends_at', before -> 'expires_at')
WHERE record LIKE 'player-actions/%' AND before ? 'expires_at';
