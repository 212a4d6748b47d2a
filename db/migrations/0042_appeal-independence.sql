ALTER TABLE "appeals" DROP CONSTRAINT "appeals_decider_is_independent";--> statement-breakpoint
ALTER TABLE "appeals" DROP CONSTRAINT "appeals_decider_has_rank";--> statement-breakpoint
ALTER TABLE "appeals" DROP CONSTRAINT "appeals_decided_by_somebody";--> statement-breakpoint
ALTER TABLE "appeals" DROP CONSTRAINT "appeals_ended";--> statement-breakpoint
ALTER TABLE "appeals" ADD COLUMN "issuer_reduced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "appeals" ADD COLUMN "issuer_message" text;--> statement-breakpoint
ALTER TABLE "appeals" ADD COLUMN "decided_as" text;--> statement-breakpoint
ALTER TABLE "appeals" ADD COLUMN "said_not_issuer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "disciplinary_revisions" ADD COLUMN "acknowledged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "player_revisions" ADD COLUMN "acknowledged_at" timestamp (3) with time zone;--> statement-breakpoint
DROP TRIGGER appeals_decided ON appeals;--> statement-breakpoint
UPDATE appeals SET decided_as = CASE WHEN NOT nobody_independent THEN 'independent' WHEN decider_id = issuer_id THEN 'issuer' ELSE 'owner' END
WHERE decider_id IS NOT NULL;--> statement-breakpoint
-- A reduction by whoever gave the action no longer counts as a decision.
UPDATE appeals SET state = 'closed', issuer_reduced_at = ended_at, issuer_message = coalesce(decision, ''), outcome = NULL, ended_by = NULL, decision = NULL
WHERE ended_by = 'issuer' AND outcome = 'reduced';--> statement-breakpoint
ALTER TABLE "appeals" DROP COLUMN "nobody_independent";--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_as" CHECK ((decider_id is null) = (decided_as is null));--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_issuer_reduced" CHECK ((issuer_reduced_at is null) = (issuer_message is null));--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decider_is_independent" CHECK (case decided_as when 'issuer' then decider_id = issuer_id and coalesce(decider_rank = -1, false)
        when 'owner' then decider_id <> issuer_id and coalesce(decider_rank = -1, false)
        else decider_id is null or (decider_id <> issuer_id and coalesce(decider_id <> approver_id, true)) end);--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decider_has_rank" CHECK (decider_id is null or issuer_rank is null or coalesce(decider_rank = -1 or decider_rank <= issuer_rank - ranks_above, false) or decided_as = 'lower');--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_by_somebody" CHECK (case when state <> 'decided' then decider_id is null and outcome is null and ended_by is null
        when ended_by = 'decider' then decider_id is not null and outcome is not null and decision is not null
        when ended_by = 'issuer' then decider_id is null and coalesce(outcome = 'revoked', false) and issuer_id <> appellant_id
        else false end);--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_ended" CHECK ((state in ('decided', 'withdrawn', 'closed')) = (ended_at is not null));
--> statement-breakpoint
-- Who decides must be independent of the action as it is and of how it became so, not only of what the appeal says of it.
-- An appeal is written before what follows from it, so what the decision itself revises is not there yet.
CREATE OR REPLACE FUNCTION appeals_decided() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  given record;
  ends boolean := TG_OP = 'INSERT' OR OLD.ended_at IS NULL;
  had_part boolean;
BEGIN
  IF NOT ends AND (NEW.state, NEW.outcome, NEW.ended_by, NEW.decided_as) IS DISTINCT FROM (OLD.state, OLD.outcome, OLD.ended_by, OLD.decided_as) THEN
    RAISE EXCEPTION 'appeal % came to an end and stays as it is', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.family = 'staff' THEN
    SELECT user_id, admin_id, approver_id, revoked_at, NULL AS source, admin_key INTO given FROM disciplinary_actions WHERE id = NEW.action_id;
  ELSE
    SELECT user_id, admin_id, approver_id, revoked_at, source, admin_key INTO given FROM player_actions WHERE id = NEW.action_id;
  END IF;
  IF NEW.state = 'closed' AND ends AND given.user_id IS NOT NULL AND given.revoked_at IS NULL THEN
    RAISE EXCEPTION 'the action of appeal % still stands', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.family = 'staff' THEN
    had_part := EXISTS (
      SELECT FROM disciplinary_revisions WHERE action_id = NEW.action_id AND by_id = NEW.decider_id AND (ends OR at < NEW.ended_at)
    );
  ELSE
    had_part := EXISTS (
      SELECT FROM player_revisions WHERE action_id = NEW.action_id AND by_id = NEW.decider_id AND (ends OR at < NEW.ended_at)
    );
  END IF;
  IF NEW.decider_id = given.user_id
    OR (NEW.decider_id = given.admin_id AND NEW.decided_as <> 'issuer')
    OR ((NEW.decider_id = given.approver_id OR had_part) AND NEW.decided_as NOT IN ('owner', 'issuer'))
    OR (NEW.ended_by = 'issuer' AND ends AND given.admin_id ~ '^[0-9]{17,20}$' AND given.admin_id <> NEW.issuer_id) THEN
    RAISE EXCEPTION 'whoever decides on appeal % had a part in the action', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  -- Where only a name is known of who gave it, the accounts that gave others under that name are theirs.
  IF ends AND NEW.decider_id IS NOT NULL AND given.source IS NOT NULL AND given.admin_id !~ '^[0-9]{17,20}$' AND NEW.decided_as <> 'issuer'
    AND EXISTS (SELECT FROM player_actions WHERE admin_key COLLATE "C" = given.admin_key COLLATE "C" AND source = given.source AND admin_id = NEW.decider_id) THEN
    RAISE EXCEPTION 'whoever decides on appeal % gave the action', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF ends AND NEW.decider_id IS NOT NULL AND NEW.issuer_id !~ '^[0-9]{17,20}$' AND NOT NEW.said_not_issuer THEN
    RAISE EXCEPTION 'whoever decides on appeal % must say that they did not give the action', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER appeals_decided BEFORE INSERT OR UPDATE OF state, outcome, ended_by, decider_id, decided_as ON appeals
FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION appeals_decided();
