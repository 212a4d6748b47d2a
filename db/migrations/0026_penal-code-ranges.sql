ALTER TABLE "penal_codes" ADD COLUMN "fine_max" integer;--> statement-breakpoint
ALTER TABLE "penal_codes" ADD COLUMN "jail_max" integer;--> statement-breakpoint
ALTER TABLE "penal_codes" ADD COLUMN "points_max" integer;--> statement-breakpoint
ALTER TABLE "penal_codes" ADD COLUMN "counts" integer;--> statement-breakpoint
ALTER TABLE "penal_codes" ADD COLUMN "excludes" text;--> statement-breakpoint
ALTER TABLE "penal_codes" ADD COLUMN "includes" text;--> statement-breakpoint
ALTER TABLE "penal_codes" ADD COLUMN "aliases" text;