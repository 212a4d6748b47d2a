ALTER TABLE "inbox_rows" ADD COLUMN "message_id" integer;--> statement-breakpoint
ALTER TABLE "inbox_rows" ADD COLUMN "sending" text;--> statement-breakpoint
CREATE INDEX "inbox_rows_message" ON "inbox_rows" USING btree ("message_id") WHERE "inbox_rows"."message_id" is not null;