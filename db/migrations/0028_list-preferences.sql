CREATE TABLE "list_preferences" (
	"user_id" text NOT NULL,
	"list" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"preferences" jsonb NOT NULL,
	CONSTRAINT "list_preferences_pk" PRIMARY KEY("user_id","list")
);
--> statement-breakpoint
ALTER TABLE "list_preferences" ADD CONSTRAINT "list_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;