ALTER TABLE "trial_mod_stages" DROP CONSTRAINT "trial_mod_stages_trainee_id_trial_mods_trainee_id_fk";--> statement-breakpoint
ALTER TABLE "trial_mod_stages" DROP CONSTRAINT "trial_mod_stages_trainee_id_stage_version_pk";--> statement-breakpoint
ALTER TABLE "trial_mods" DROP CONSTRAINT "trial_mods_pkey";--> statement-breakpoint
ALTER TABLE "trial_mod_stages" ADD COLUMN "checklist" text DEFAULT 'trial-mods' NOT NULL;--> statement-breakpoint
ALTER TABLE "trial_mods" ADD COLUMN "checklist" text DEFAULT 'trial-mods' NOT NULL;--> statement-breakpoint
ALTER TABLE "trial_mod_stages" ADD CONSTRAINT "trial_mod_stages_checklist_trainee_id_stage_version_pk" PRIMARY KEY("checklist","trainee_id","stage","version");--> statement-breakpoint
ALTER TABLE "trial_mods" ADD CONSTRAINT "trial_mods_checklist_trainee_id_pk" PRIMARY KEY("checklist","trainee_id");--> statement-breakpoint
ALTER TABLE "trial_mod_stages" ADD CONSTRAINT "trial_mod_stages_record_fk" FOREIGN KEY ("checklist","trainee_id") REFERENCES "public"."trial_mods"("checklist","trainee_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
-- The checklist of a record never changes. Without it, records are still as imports before this migration left them.
CREATE OR REPLACE FUNCTION row_hash(said jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT md5(jsonb_strip_nulls(said - 'checklist')::text)
$$;
