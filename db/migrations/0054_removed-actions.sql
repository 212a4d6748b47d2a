CREATE TABLE "removed_actions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "removed_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"family" text NOT NULL,
	"action_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"is_known" boolean NOT NULL,
	"is_undone" boolean NOT NULL,
	"source" text,
	"native_id" text,
	"import_key" text
);
--> statement-breakpoint
CREATE INDEX "removed_actions_action" ON "removed_actions" USING btree ("action_id","family");--> statement-breakpoint
CREATE INDEX "removed_actions_user" ON "removed_actions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "removed_actions_native" ON "removed_actions" USING btree ("native_id") WHERE "removed_actions"."native_id" is not null;--> statement-breakpoint
CREATE INDEX "removed_actions_import" ON "removed_actions" USING btree ("import_key") WHERE "removed_actions"."import_key" is not null;