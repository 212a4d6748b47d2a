-- How many actions a day, a person and an administrator have: counted as they are written, never over all of them.
CREATE FUNCTION disciplinary_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('UPDATE', 'DELETE') THEN
    INSERT INTO disciplinary_days (day, type, n)
    SELECT (date AT TIME ZONE 'UTC')::date, type, -count(*) FROM gone GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (day, type) DO UPDATE SET n = disciplinary_days.n + excluded.n;
    UPDATE disciplinary_people SET received = received - g.n
    FROM (SELECT user_id AS id, count(*) AS n FROM gone GROUP BY 1) g WHERE disciplinary_people.id = g.id;
    UPDATE disciplinary_people SET given = given - g.n
    FROM (SELECT admin_id AS id, count(*) AS n FROM gone GROUP BY 1) g WHERE disciplinary_people.id = g.id;
  END IF;
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    INSERT INTO disciplinary_days (day, type, n)
    SELECT (date AT TIME ZONE 'UTC')::date, type, count(*) FROM came GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (day, type) DO UPDATE SET n = disciplinary_days.n + excluded.n;
    INSERT INTO disciplinary_people (id, name, received, given)
    SELECT id, (array_agg(name ORDER BY date DESC))[1], sum(received), sum(given)
    FROM (
      SELECT user_id AS id, user_name AS name, date, 1 AS received, 0 AS given FROM came
      UNION ALL
      SELECT admin_id, admin_name, date, 0, 1 FROM came
    ) people
    GROUP BY id ORDER BY id
    ON CONFLICT (id) DO UPDATE SET
      name = excluded.name,
      received = disciplinary_people.received + excluded.received,
      given = disciplinary_people.given + excluded.given;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER disciplinary_actions_came AFTER INSERT ON disciplinary_actions
REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION disciplinary_tally();
--> statement-breakpoint
CREATE TRIGGER disciplinary_actions_changed AFTER UPDATE ON disciplinary_actions
REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION disciplinary_tally();
--> statement-breakpoint
CREATE TRIGGER disciplinary_actions_gone AFTER DELETE ON disciplinary_actions
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION disciplinary_tally();
