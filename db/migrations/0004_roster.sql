CREATE TABLE "roster_members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"roster" text NOT NULL,
	"name" text NOT NULL,
	"callsign" text,
	"callsign_key" text,
	"discord_id" text NOT NULL,
	"position" text NOT NULL,
	"timezone" text,
	"hired_at" date,
	"last_move" date,
	"status" text NOT NULL,
	"notes" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "roster_members_callsign" ON "roster_members" USING btree ("roster","callsign_key");--> statement-breakpoint
CREATE UNIQUE INDEX "roster_members_discord_id" ON "roster_members" USING btree ("roster","discord_id");