ALTER TABLE "appeals" ADD COLUMN "reviewer_id" text;--> statement-breakpoint
ALTER TABLE "appeals" ADD COLUMN "reviewer_name" text;--> statement-breakpoint
ALTER TABLE "appeals" ADD COLUMN "review_from" timestamp (3) with time zone;--> statement-breakpoint
-- Who did it before is in the audit log, as far as that is still kept.
UPDATE appeals SET reviewer_id = taken.actor_id, reviewer_name = taken.actor_name,
  review_from = CASE WHEN taken.action = 'reviewAppeal' THEN taken.at ELSE least(issuer_until, statement_at) END
FROM audit_log taken
WHERE taken.target = 'appeals/' || appeals.id AND taken.action IN ('reviewAppeal', 'askIssuer') AND taken.actor_id IS NOT NULL;
