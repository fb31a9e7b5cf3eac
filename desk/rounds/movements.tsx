/** What a round or a bet moved in the ledger. */
import type { LedgerMovement } from '#contract/desk/rounds.ts'
import { formatMoment, formatMoney, label, labelOf } from '../labels.ts'
import { Table } from '../table.tsx'
import styles from './rounds.module.css'

export function Movements({ movements }: { movements: LedgerMovement[] }) {
  return (
    <section className={styles.part}>
      <h2>{label('rounds.movements')}</h2>
      {movements.length === 0 ? (
        <p>{label('rounds.noMovements')}</p>
      ) : (
        <Table
          caption={label('rounds.movements')}
          columns={[
            label('rounds.when'),
            label('rounds.movement'),
            label('rounds.fromTo'),
            label('rounds.key'),
            label('rounds.amount'),
          ]}
          numeric={[false, false, false, false, true]}
          rows={movements.map(({ kind, at, key, undoes, from, to, amount }, index) => ({
            key: String(index),
            cells: [
              formatMoment(at),
              labelOf(`players.what.${kind}`),
              <code key="way">{`${shortAddress(from)} → ${shortAddress(to)}`}</code>,
              <code key="key">{undoes ? `${key} · ${label('rounds.undoes', { key: undoes })}` : key}</code>,
              formatMoney(amount),
            ],
          }))}
        />
      )}
    </section>
  )
}

/** The player is that of the page. */
const shortAddress = (address: string): string => address.replace(/^player:[^:]+:/, 'player:')
