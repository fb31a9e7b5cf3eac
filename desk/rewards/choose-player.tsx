/** From the definition of a reward: chooses the player to whom it is granted. */
import { useQuery } from '@tanstack/react-query'
import { Empty } from '#web/design/empty/empty.tsx'
import { call } from '../api.ts'
import { Filters, useFilters } from '../filters.tsx'
import { label, lineOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { PageTop } from '../page-top.tsx'
import { follow } from '../place.ts'
import { Table } from '../table.tsx'

export function ChoosePlayer() {
  const { kind = '', what = '', player = '' } = useFilters()
  const found = useQuery({
    queryKey: ['find', player],
    queryFn: () => call('GET /api/find', { query: { text: player } }),
    enabled: player.length >= 3,
  })
  const query = new URLSearchParams({ kind, what })
  return (
    <>
      <PageTop title={label('rewards.choose')} hint={label('rewards.chooseHint')} />
      <Filters filters={[{ name: 'player', title: label('rewards.player') }]} keeps={['kind', 'what']} />
      {player.length >= 3 && (
        <Loaded query={found}>
          {(all) => {
            const players = all.filter((each) => each.kind === 'player')
            return players.length === 0 ? (
              <Empty icon="search" title={label('rewards.nobody')}>
                {label('rewards.nobodyHint')}
              </Empty>
            ) : (
              <Table
                caption={label('rewards.choose')}
                columns={[label('players'), label('players.detail')]}
                rows={players.map(({ path, title, detail }) => ({
                  key: path,
                  cells: [
                    <a key="player" href={`${path}/rewards?${query}`} onClick={follow}>
                      {title}
                    </a>,
                    lineOf(detail),
                  ],
                }))}
              />
            )
          }}
        </Loaded>
      )}
    </>
  )
}
