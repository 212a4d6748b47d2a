CREATE TABLE "appeal_comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "appeal_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"appeal_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "appeal_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "appeal_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"appeal_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	"is_from_appellant" boolean NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "appeals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "appeals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"family" text NOT NULL,
	"action_id" integer NOT NULL,
	"appellant_id" text NOT NULL,
	"appellant_name" text NOT NULL,
	"issuer_id" text NOT NULL,
	"issuer_name" text NOT NULL,
	"issuer_rank" integer,
	"approver_id" text,
	"ranks_above" integer NOT NULL,
	"state" text NOT NULL,
	"filed_at" timestamp (3) with time zone NOT NULL,
	"text" text NOT NULL,
	"snapshot" jsonb NOT NULL,
	"issuer_until" timestamp (3) with time zone,
	"statement" text,
	"statement_at" timestamp (3) with time zone,
	"outcome" text,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	"decider_id" text,
	"decider_name" text,
	"decider_rank" integer,
	"nobody_independent" boolean DEFAULT false NOT NULL,
	"decision" text,
	"lift_id" text,
	"lift_from" timestamp (3) with time zone,
	"lifted_at" timestamp (3) with time zone,
	CONSTRAINT "appeals_decider_is_not_appellant" CHECK (decider_id <> appellant_id),
	CONSTRAINT "appeals_decider_is_independent" CHECK (decider_id is null or (decider_id <> issuer_id and coalesce(decider_id <> approver_id, true)) or (nobody_independent and coalesce(decider_rank = -1, false))),
	CONSTRAINT "appeals_decider_has_rank" CHECK (decider_id is null or issuer_rank is null or coalesce(decider_rank = -1 or decider_rank <= issuer_rank - ranks_above, false)),
	CONSTRAINT "appeals_decided_by_somebody" CHECK (case when state <> 'decided' then decider_id is null and outcome is null and ended_by is null
        when ended_by = 'decider' then decider_id is not null and outcome is not null and decision is not null
        when ended_by = 'issuer' then decider_id is null and outcome in ('reduced', 'revoked') and issuer_id <> appellant_id
        else false end),
	CONSTRAINT "appeals_ended" CHECK ((state in ('decided', 'withdrawn')) = (ended_at is not null))
);
--> statement-breakpoint
ALTER TABLE "appeal_comments" ADD CONSTRAINT "appeal_comments_appeal_id_appeals_id_fk" FOREIGN KEY ("appeal_id") REFERENCES "public"."appeals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeal_messages" ADD CONSTRAINT "appeal_messages_appeal_id_appeals_id_fk" FOREIGN KEY ("appeal_id") REFERENCES "public"."appeals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appeal_comments_appeal" ON "appeal_comments" USING btree ("appeal_id","id");--> statement-breakpoint
CREATE INDEX "appeal_messages_appeal" ON "appeal_messages" USING btree ("appeal_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "appeals_one_open" ON "appeals" USING btree ("family","action_id") WHERE state in ('submitted', 'with_issuer', 'in_review');--> statement-breakpoint
CREATE INDEX "appeals_appellant" ON "appeals" USING btree ("appellant_id","filed_at");--> statement-breakpoint
CREATE INDEX "appeals_issuer" ON "appeals" USING btree ("issuer_id","filed_at");--> statement-breakpoint
CREATE INDEX "appeals_state" ON "appeals" USING btree ("state","filed_at");--> statement-breakpoint
CREATE INDEX "appeals_lift" ON "appeals" USING btree ("action_id") WHERE lift_id is not null and lifted_at is null;
--> statement-breakpoint
-- Who decides must be independent of the action as it is, not only of what the appeal says of it.
CREATE FUNCTION appeals_decided() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE given record;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.ended_at IS NOT NULL AND (NEW.state, NEW.outcome, NEW.ended_by) IS DISTINCT FROM (OLD.state, OLD.outcome, OLD.ended_by) THEN
    RAISE EXCEPTION 'appeal % came to an end and stays as it is', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.family = 'staff' THEN
    SELECT user_id, admin_id, approver_id INTO given FROM disciplinary_actions WHERE id = NEW.action_id;
  ELSE
    SELECT user_id, admin_id, approver_id INTO given FROM player_actions WHERE id = NEW.action_id;
  END IF;
  IF NEW.decider_id = given.user_id
    OR (NEW.decider_id IN (given.admin_id, given.approver_id) AND NOT NEW.nobody_independent)
    OR (NEW.ended_by = 'issuer' AND TG_OP = 'UPDATE' AND OLD.ended_at IS NULL AND given.admin_id <> NEW.issuer_id) THEN
    RAISE EXCEPTION 'whoever decides on appeal % had a part in the action', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER appeals_decided BEFORE INSERT OR UPDATE OF state, outcome, ended_by, decider_id ON appeals
FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION appeals_decided();
