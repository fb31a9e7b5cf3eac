import { areas, levels } from '#contract/desk/scopes.ts'
import { label, labelOf } from './labels.ts'
import type { PageProps } from './pages.ts'
import { Table } from './table.tsx'

export function Home({ operator }: PageProps) {
  const rows = areas.flatMap((area) => {
    const level = levels.findLast((each) => operator.scopes.includes(`${area}:${each}`))
    return level ? [{ key: area, cells: [labelOf(`area.${area}`), label(level)] }] : []
  })
  return (
    <>
      <h1>{label('homeTitle', { name: operator.name })}</h1>
      <p>{label('homeHint')}</p>
      <Table caption={label('homeHint')} columns={[label('area'), label('level')]} rows={rows} />
    </>
  )
}
