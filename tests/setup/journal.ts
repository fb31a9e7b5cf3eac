/** Records every change of a row, by the database itself, with the transaction that made it. */
type Owner = { asOwner(sql: string): Promise<{ rows: any[] }> }

export type Change = {
  transaction: string
  /** Such as `payments.flags`. */
  table: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** Values of the primary key, as text. */
  key: string[]
}

/** Starts the record, for all tables. */
export async function keepJournal({ asOwner }: Owner): Promise<void> {
  await asOwner(`
    CREATE SCHEMA journal;
    CREATE TABLE journal.changes (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
      relation text NOT NULL,
      before jsonb,
      after jsonb
    );
    CREATE FUNCTION journal.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO journal.changes (relation, before, after) VALUES (
        TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME,
        CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END,
        CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END);
      RETURN NULL;
    END $$;
    DO $$
    DECLARE each record;
    BEGIN
      FOR each IN
        SELECT relation.oid::regclass AS name FROM pg_class relation JOIN pg_namespace space ON space.oid = relation.relnamespace
        WHERE relation.relkind IN ('r', 'p') AND NOT relation.relispartition
          AND space.nspname NOT IN ('pg_catalog', 'information_schema', 'journal')
          AND relation.oid <> 'identity.audit'::regclass
      LOOP
        EXECUTE format('CREATE TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION journal.note()', each.name);
      END LOOP;
    END $$`)
}

/** Without updates that changed nothing. */
export async function readJournal({ asOwner }: Owner): Promise<Change[]> {
  const { rows: keys } = await asOwner(`
    SELECT index.indrelid::regclass::text AS table, array_agg(attribute.attname::text) AS columns
    FROM pg_index index JOIN pg_attribute attribute ON attribute.attrelid = index.indrelid AND attribute.attnum = ANY (index.indkey)
    WHERE index.indisprimary GROUP BY index.indrelid`)
  const columnsOf = new Map(keys.map((row): [string, string[]] => [row.table, row.columns]))
  const { rows } = await asOwner(
    'SELECT transaction_id::text AS transaction, relation AS table, before, after FROM journal.changes WHERE before IS DISTINCT FROM after ORDER BY id',
  )
  return rows.map((row) => ({
    ...row,
    key: (columnsOf.get(row.table) ?? []).map((column) => String((row.after ?? row.before)[column])),
  }))
}
