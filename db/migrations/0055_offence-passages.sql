ALTER TABLE "action_offences" ADD COLUMN "passage" jsonb;--> statement-breakpoint
ALTER TABLE "player_offences" ADD COLUMN "passage" jsonb;