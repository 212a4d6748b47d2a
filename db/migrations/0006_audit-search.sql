DROP INDEX "audit_log_actor";--> statement-breakpoint
DROP INDEX "audit_log_action";--> statement-breakpoint
DROP INDEX "audit_log_target";--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_kind" ON "audit_log" USING btree (split_part("target", '/', 1),"action","at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target","at","seq");