CREATE TABLE "codes_arrived" (
	"list" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "penal_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "penal_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"anchor" text NOT NULL,
	"statute" text NOT NULL,
	"title" text NOT NULL,
	"class" text,
	"fine" integer,
	"jail" integer,
	"points" integer,
	"notes" text,
	"created_by_username" text,
	"created_by_discord" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_by_username" text,
	"updated_by_discord" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "penal_codes_anchor_unique" UNIQUE("anchor")
);
--> statement-breakpoint
CREATE TABLE "ten_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ten_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"anchor" text NOT NULL,
	"code" text NOT NULL,
	"meaning" text NOT NULL,
	"category" text,
	"color" text NOT NULL,
	"created_by_username" text,
	"created_by_discord" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_by_username" text,
	"updated_by_discord" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "ten_codes_anchor_unique" UNIQUE("anchor")
);
