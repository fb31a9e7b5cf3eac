/** A plain table that scrolls within itself on a narrow screen. Each row can have the focus (`useRowKeys`). */
import type { ReactNode } from 'react'
import styles from './table.module.css'

type TableProps = {
  caption: string
  columns: string[]
  rows: Array<{ key: string; cells: ReactNode[]; isTotal?: boolean }>
  /** Which columns are figures, aligned at their last digit. */
  numeric?: boolean[]
  /** The column of long texts, which have several lines. */
  wraps?: number
  /** Figures above the list of a page: J and K pass over them. */
  isSummary?: boolean
}

export function Table({ caption, columns, rows, numeric = [], wraps, isSummary }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" data-numeric={numeric[index] || undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, isTotal }) => (
            <tr key={key} data-total={isTotal || undefined} {...(!isSummary && { 'data-row': '', tabIndex: -1 })}>
              {cells.map((cell, index) => (
                <td
                  key={columns[index]}
                  data-numeric={numeric[index] || undefined}
                  data-wraps={index === wraps || undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
