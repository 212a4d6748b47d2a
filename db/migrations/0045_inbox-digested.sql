ALTER TABLE "inbox_rows" ADD COLUMN "digested_at" timestamp (3) with time zone;--> statement-breakpoint
-- What was there at somebody's last digest is in no later one.
UPDATE inbox_rows SET digested_at = people.digested_at FROM inbox_people people
WHERE people.person_id = inbox_rows.person_id AND inbox_rows.at <= people.digested_at;--> statement-breakpoint
ALTER TABLE "inbox_people" DROP COLUMN "digested_at";
