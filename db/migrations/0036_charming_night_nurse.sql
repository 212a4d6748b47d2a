CREATE TABLE "claims" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "claims_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_id" text NOT NULL,
	"person_name" text NOT NULL,
	"native_id" text NOT NULL,
	"action_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by_id" text,
	"decided_by_name" text,
	CONSTRAINT "claims_decided_by_another" CHECK (decided_by_id <> person_id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "claims_one_waiting" ON "claims" USING btree ("person_id","action_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "claims_person" ON "claims" USING btree ("person_id","at");--> statement-breakpoint
CREATE INDEX "claims_waiting" ON "claims" USING btree ("at") WHERE state = 'waiting';