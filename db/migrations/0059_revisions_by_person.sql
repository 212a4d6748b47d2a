DROP INDEX "disciplinary_revisions_points";--> statement-breakpoint
DROP INDEX "player_revisions_points";--> statement-breakpoint
CREATE INDEX "disciplinary_revisions_user" ON "disciplinary_revisions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "player_revisions_user" ON "player_revisions" USING btree ("user_id");