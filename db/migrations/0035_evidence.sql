CREATE TABLE "evidence" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "evidence_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"family" text NOT NULL,
	"action_id" integer NOT NULL,
	"kind" text NOT NULL,
	"is_shown" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	"sha256" text,
	"size" integer,
	"width" integer,
	"height" integer,
	"link" text,
	"checked_at" timestamp (3) with time zone,
	"gone_since" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "evidence_whole" CHECK (("evidence"."kind" = 'image') = ("evidence"."sha256" is not null and "evidence"."size" is not null)),
	CONSTRAINT "evidence_link" CHECK (("evidence"."kind" = 'link') = ("evidence"."link" is not null))
);
--> statement-breakpoint
CREATE TABLE "evidence_parts" (
	"evidence_id" integer NOT NULL,
	"part" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "evidence_parts_evidence_id_part_pk" PRIMARY KEY("evidence_id","part")
);
--> statement-breakpoint
ALTER TABLE "evidence_parts" ADD CONSTRAINT "evidence_parts_evidence_id_evidence_id_fk" FOREIGN KEY ("evidence_id") REFERENCES "public"."evidence"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evidence_action" ON "evidence" USING btree ("family","action_id","id");--> statement-breakpoint
CREATE INDEX "evidence_removed" ON "evidence" USING btree ("removed_at") WHERE "evidence"."removed_at" is not null;