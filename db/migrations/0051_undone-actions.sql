ALTER TABLE "disciplinary_actions" ADD COLUMN "undone_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "player_actions" ADD COLUMN "undone_at" timestamp (3) with time zone;