CREATE TABLE "verification_reports" (
	"verification_id" uuid NOT NULL,
	"status" text NOT NULL,
	"group" text NOT NULL,
	"reported_at" text NOT NULL,
	CONSTRAINT "verification_reports_pk" PRIMARY KEY("verification_id","status","group","reported_at")
);
--> statement-breakpoint
CREATE TABLE "verification_roles" (
	"verification_id" uuid PRIMARY KEY NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"error" text,
	"given_at" timestamp (3) with time zone,
	"role_id" text
);
--> statement-breakpoint
ALTER TABLE "verification_sessions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_sessions" ADD COLUMN "group" text;--> statement-breakpoint
ALTER TABLE "verification_sessions" ADD COLUMN "pending_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "verification_sessions" ADD COLUMN "verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "verification_sessions" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "verification_sessions" ADD COLUMN "decided_by_id" text;--> statement-breakpoint
ALTER TABLE "verification_sessions" ADD COLUMN "decided_by_name" text;--> statement-breakpoint
ALTER TABLE "verification_sessions" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "verification_sessions" ADD COLUMN "expired_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "verification_reports" ADD CONSTRAINT "verification_reports_verification_id_verification_sessions_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verification_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_roles" ADD CONSTRAINT "verification_roles_verification_id_verification_sessions_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verification_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verification_roles_next_attempt_at" ON "verification_roles" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "verification_sessions_status" ON "verification_sessions" USING btree ("status","created_at");