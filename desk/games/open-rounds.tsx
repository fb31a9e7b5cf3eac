/** Open rounds by age. Filters and page are in the address. */
import { useQuery } from '@tanstack/react-query'
import { Empty } from '#web/design/empty/empty.tsx'
import { Age } from '../age.tsx'
import { call } from '../api.ts'
import { Filters, NextPage, useFilters } from '../filters.tsx'
import { formatMoney, label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { follow } from '../place.ts'
import { Table } from '../table.tsx'

export function OpenRounds() {
  const query = useFilters()
  const rounds = useQuery({
    queryKey: ['open-rounds', query],
    queryFn: () => call('GET /api/open-rounds', { query }),
  })
  return (
    <>
      <h1>{label('games.openRounds')}</h1>
      <p>{label('games.openRoundsHint')}</p>
      <Filters
        filters={[
          { name: 'game', title: label('games.filterGame') },
          { name: 'studio', title: label('games.filterStudio') },
        ]}
      />
      <Loaded query={rounds}>
        {({ rounds: shown, next }) =>
          shown.length === 0 ? (
            <Empty icon="check" title={label('games.noOpenRounds')}>
              {label('games.noOpenRoundsHint')}
            </Empty>
          ) : (
            <>
              <Table
                caption={label('games.openRounds')}
                columns={[
                  label('games.round'),
                  label('games.age'),
                  label('games.game'),
                  label('games.stake'),
                  label('games.bets'),
                  label('player'),
                  label('games.studio'),
                ]}
                rows={shown.map(({ id, studio, game, playerId, stake, bets, openedAt }) => ({
                  key: `${studio} ${id}`,
                  cells: [
                    <a key="round" href={`/rounds/${encodeURIComponent(id)}?studio=${studio}`} onClick={follow}>
                      {id}
                    </a>,
                    <Age key="age" at={openedAt} />,
                    game.title,
                    formatMoney(stake),
                    bets,
                    <a key="player" href={`/players/${playerId}`} onClick={follow}>
                      {playerId.slice(0, 8)}
                    </a>,
                    studio,
                  ],
                }))}
              />
              <NextPage next={next} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
