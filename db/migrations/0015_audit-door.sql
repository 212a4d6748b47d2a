-- What was written down stays as it was written, but for what the site itself erases of a person (never when, what was
-- done, or the hashes) and for rows older than the log is kept. It says so for the one transaction that does it.
CREATE OR REPLACE FUNCTION audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('site.audit_log', true) = 'erase'
    AND (NEW.seq, NEW.at, NEW.action, NEW.request_id, NEW.previous_hash, NEW.hash)
      = (OLD.seq, OLD.at, OLD.action, OLD.request_id, OLD.previous_hash, OLD.hash) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' AND current_setting('site.audit_log', true) = 'cut' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END
$$;
