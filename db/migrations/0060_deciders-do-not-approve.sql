-- Who decided on an appeal of an action is not the second person who approves that action. An erasure still puts a pseudonym
-- in the place of both ids: 18 digits that begin with 00, as no Discord ID does.
CREATE FUNCTION actions_approved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM appeals WHERE family = TG_ARGV[0] AND action_id = NEW.id AND decider_id = NEW.approver_id) THEN
    RAISE EXCEPTION 'the person who approves action % decided on an appeal of it', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'actions_approver_did_not_decide';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER disciplinary_actions_approved BEFORE UPDATE OF approver_id ON disciplinary_actions
FOR EACH ROW WHEN (NEW.approver_id IS DISTINCT FROM OLD.approver_id AND NEW.approver_id !~ '^00[0-9]{16}$')
EXECUTE FUNCTION actions_approved('staff');
--> statement-breakpoint
CREATE TRIGGER player_actions_approved BEFORE UPDATE OF approver_id ON player_actions
FOR EACH ROW WHEN (NEW.approver_id IS DISTINCT FROM OLD.approver_id AND NEW.approver_id !~ '^00[0-9]{16}$')
EXECUTE FUNCTION actions_approved('players');
