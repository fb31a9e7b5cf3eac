/** Campaigns, the newest first. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { includesScope } from '#contract/desk/scopes.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { Field, Input } from '#web/design/field/field.tsx'
import { call } from '../api.ts'
import { Dialog } from '../dialog.tsx'
import { formatTerm, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { PageTop } from '../page-top.tsx'
import type { PageProps } from '../pages.ts'
import { follow, go } from '../place.ts'
import { Table } from '../table.tsx'

export function Campaigns({ operator }: PageProps) {
  const campaigns = useQuery({
    queryKey: ['campaigns'],
    queryFn: () => call('GET /api/campaigns'),
    refetchInterval: 10_000,
  })
  const [name, setName] = useState<string | null>(null)
  return (
    <>
      <PageTop title={label('campaigns.title')} hint={label('campaigns.hint')}>
        {includesScope(operator.scopes, 'campaigns:do') && (
          <Button tone="primary" icon="plus" onClick={() => setName('')}>
            {label('campaigns.new')}
          </Button>
        )}
      </PageTop>
      <Loaded query={campaigns}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon="mail" title={label('campaigns.none')}>
              {label('campaigns.noneHint')}
            </Empty>
          ) : (
            <Table
              caption={label('campaigns.title')}
              columns={[
                label('campaigns.name'),
                label('state'),
                label('campaigns.term'),
                label('actor'),
                label('campaigns.about'),
              ]}
              rows={all.map(({ identity, state, startsAt, endsAt, operator: by, description }) => ({
                key: identity,
                cells: [
                  <a key="name" href={`/campaigns/${identity}`} onClick={follow}>
                    {identity}
                  </a>,
                  <Badge key="state" tone={state === 'sent' ? 'success' : 'neutral'}>
                    {labelOf(`campaigns.state.${state}`)}
                  </Badge>,
                  formatTerm(startsAt, endsAt),
                  by,
                  description,
                ],
              }))}
            />
          )
        }
      </Loaded>
      {name !== null && (
        <Dialog
          title={label('campaigns.new')}
          hint={label('campaigns.newHint')}
          action={label('campaigns.begin')}
          onSubmit={() => go(`/campaigns/${name.trim()}`)}
          onClose={() => setName(null)}
        >
          <Field
            label={label('campaigns.name')}
            hint={label('campaigns.nameHint')}
            render={(control) => (
              <Input
                {...control}
                required
                pattern="[a-z0-9\-]{1,64}"
                autoComplete="off"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          />
        </Dialog>
      )}
    </>
  )
}
