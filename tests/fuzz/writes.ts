/**
 * Records every committed row by triggers on all tables, so that the writes of a request are known whichever connection
 * made them.
 */
import pg from 'pg'

export type Write = { table: string; columns: string[]; row: Record<string, unknown> }
export type WriteWatch = {
  /** Returns the rows committed since the last call. */
  take(): Promise<Write[]>
  close(): Promise<void>
}

const schema = `
  CREATE SCHEMA watch;
  CREATE UNLOGGED TABLE watch.writes (place bigserial PRIMARY KEY, relation text, before jsonb, after jsonb);
  CREATE FUNCTION watch.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
    INSERT INTO watch.writes (relation, before, after) VALUES (
      TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME,
      CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END,
      CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END);
    RETURN NULL;
  END $$;
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'watch')
    LOOP
      EXECUTE format('CREATE TRIGGER watch AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION watch.note()', name);
    END LOOP;
  END $$;`

type WriteRow = {
  place: string
  relation: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export async function watchWrites(url: string): Promise<WriteWatch> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(schema)
  return {
    async take() {
      const { rows } = await owner.query<WriteRow>('DELETE FROM watch.writes RETURNING *')
      return rows.toSorted((a, b) => Number(a.place) - Number(b.place)).map(writeOf)
    },
    close: () => owner.end(),
  }
}

function writeOf({ relation, before, after }: WriteRow): Write {
  const row = after ?? before ?? {}
  const columns = Object.keys(row).filter(
    (column) => !before || !after || JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  )
  return {
    table: relation,
    columns: columns.toSorted(),
    row: Object.fromEntries(columns.map((key) => [key, row[key]])),
  }
}
