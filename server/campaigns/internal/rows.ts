import type { Selectable } from 'kysely'
import { jsonColumn } from '../../kernel/db/json-column.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { CampaignDefinition } from '../campaign.ts'

export type CampaignRow = Selectable<Tables['campaigns.campaigns']>
export const readCampaign = jsonColumn('campaigns.campaigns.definition', CampaignDefinition)
