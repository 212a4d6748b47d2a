ALTER TABLE "disciplinary_actions" ADD COLUMN "importer_id" text;--> statement-breakpoint
ALTER TABLE "disciplinary_revisions" ADD COLUMN "approver_id" text;--> statement-breakpoint
ALTER TABLE "player_actions" ADD COLUMN "importer_id" text;--> statement-breakpoint
ALTER TABLE "player_revisions" ADD COLUMN "approver_id" text;--> statement-breakpoint
-- What an import left is told by its hash, and who imported it does not change that: older imports can still be undone.
CREATE OR REPLACE FUNCTION row_hash(said jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT md5((
    jsonb_strip_nulls(
      said - 'checklist' - 'importer_id' - 'ends_at' - CASE WHEN said ? 'approval_due_at' AND said -> 'points' = '0' THEN 'points' ELSE '' END
    )
    || CASE WHEN said ->> 'ends_at' IS NULL THEN '{}' ELSE jsonb_build_object('expires_at', said -> 'ends_at') END
  )::text)
$$;
--> statement-breakpoint
-- Who imported or approved what is already here is in the audit log and with the imports.
UPDATE disciplinary_actions a SET importer_id = (
  SELECT actor_id FROM audit_log WHERE target = 'staff-da/' || a.id AND action = 'addAction' ORDER BY seq LIMIT 1
) WHERE import_key IS NOT NULL;
--> statement-breakpoint
UPDATE player_actions a SET importer_id = i.by_id FROM imports i WHERE i.id = a.import_id;
--> statement-breakpoint
UPDATE import_rows r SET before = r.before || jsonb_build_object('importer_id', a.importer_id)
FROM player_actions a WHERE r.record = 'player-actions/' || a.id AND r.before IS NOT NULL AND a.importer_id IS NOT NULL;
--> statement-breakpoint
UPDATE disciplinary_revisions r SET approver_id = (
  SELECT actor_id FROM audit_log WHERE target = 'staff-da/' || r.action_id AND action = 'approveAction' AND at <= r.at ORDER BY seq DESC LIMIT 1
);
--> statement-breakpoint
UPDATE player_revisions r SET approver_id = (
  SELECT actor_id FROM audit_log WHERE target = 'player-actions/' || r.action_id AND action = 'approveAction' AND at <= r.at ORDER BY seq DESC LIMIT 1
);
--> statement-breakpoint
-- Who imported the action, or approved it before a revision, had a part in it, too.
-- An appeal is written before what follows from it, so what the decision itself revises is not there yet.
CREATE OR REPLACE FUNCTION appeals_decided() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  given record;
  ends boolean := TG_OP = 'INSERT' OR OLD.ended_at IS NULL;
  had_part boolean;
  author text;
BEGIN
  IF NOT ends AND (NEW.state, NEW.outcome, NEW.ended_by, NEW.decided_as) IS DISTINCT FROM (OLD.state, OLD.outcome, OLD.ended_by, OLD.decided_as) THEN
    RAISE EXCEPTION 'appeal % came to an end and stays as it is', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  -- Somebody who decided may approve or revise the action later. An erasure then still writes the appeal, and puts a pseudonym
  -- in the place of an id: 18 digits that begin with 00, as no Discord ID does.
  IF NOT ends AND (NEW.decider_id IS NOT DISTINCT FROM OLD.decider_id OR NEW.decider_id ~ '^00[0-9]{16}$') THEN
    RETURN NEW;
  END IF;
  IF NEW.family = 'staff' THEN
    SELECT user_id, admin_id, importer_id, approver_id, revoked_at, NULL AS source INTO given FROM disciplinary_actions WHERE id = NEW.action_id;
  ELSE
    SELECT user_id, admin_id, importer_id, approver_id, revoked_at, source, admin_name, internal_reason, native_id INTO given FROM player_actions WHERE id = NEW.action_id;
  END IF;
  IF NEW.state = 'closed' AND ends AND given.user_id IS NOT NULL AND given.revoked_at IS NULL THEN
    RAISE EXCEPTION 'the action of appeal % still stands', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.family = 'staff' THEN
    had_part := EXISTS (
      SELECT FROM disciplinary_revisions WHERE action_id = NEW.action_id AND NEW.decider_id IN (by_id, approver_id) AND (ends OR at < NEW.ended_at)
    );
  ELSE
    had_part := EXISTS (
      SELECT FROM player_revisions WHERE action_id = NEW.action_id AND NEW.decider_id IN (by_id, approver_id) AND (ends OR at < NEW.ended_at)
    );
  END IF;
  IF NEW.decider_id = given.user_id
    OR (NEW.decider_id = given.admin_id AND NEW.decided_as <> 'issuer')
    OR ((NEW.decider_id IN (given.importer_id, given.approver_id) OR had_part) AND NEW.decided_as NOT IN ('owner', 'issuer'))
    OR (NEW.ended_by = 'issuer' AND ends AND given.admin_id ~ '^[0-9]{17,20}$' AND given.admin_id <> NEW.issuer_id) THEN
    RAISE EXCEPTION 'the person who decides on appeal % had a part in the action', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'appeals_decider_is_independent';
  END IF;
  -- Where only a name is known of who gave it, the accounts that gave others under that name are theirs. An action from
  -- the game has that name in its reason, as gameAuthorIn of game-rules.ts reads it.
  IF ends AND NEW.decider_id IS NOT NULL AND given.source IS NOT NULL AND given.admin_id !~ '^[0-9]{17,20}$' AND NEW.decided_as <> 'issuer' THEN
    IF right(given.internal_reason, length(given.native_id) + 3) = ' (' || given.native_id || ')' THEN
      author := substring(
        left(given.internal_reason, -length(given.native_id) - 3)
        FROM '\n\n(?:Warned|Kicked|Banned|Noted) in game(?: for good)?(?: until [0-9-]+ [0-9:]+ UTC)? by ([^\n]+)$'
      );
    END IF;
    author := lower(regexp_replace(normalize(coalesce(author, given.admin_name), NFD), '[\u0300-\u036f]', '', 'g'));
    IF EXISTS (SELECT FROM player_actions WHERE admin_key COLLATE "C" = author COLLATE "C" AND source = given.source AND admin_id = NEW.decider_id) THEN
      RAISE EXCEPTION 'the person who decides on appeal % gave the action', NEW.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'appeals_decider_is_independent';
    END IF;
  END IF;
  IF ends AND NEW.decider_id IS NOT NULL AND NEW.issuer_id !~ '^[0-9]{17,20}$' AND NOT NEW.said_not_issuer THEN
    RAISE EXCEPTION 'the person who decides on appeal % must say that they did not give the action', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
