CREATE TABLE "inbox_rows" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inbox_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_id" text NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "inbox_rows_person" ON "inbox_rows" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "inbox_rows_unread" ON "inbox_rows" USING btree ("person_id") WHERE "inbox_rows"."read_at" is null;--> statement-breakpoint
CREATE INDEX "inbox_rows_at" ON "inbox_rows" USING btree ("at");