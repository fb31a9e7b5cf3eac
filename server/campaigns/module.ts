/** Campaigns: messages of operators to a segment of players, and the links to unsubscribe from them. */
import * as desk from '#contract/desk/campaigns.ts'
import * as contract from '#contract/marketing.ts'
import { bind, bindDesk } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../kernel/jobs/scheduler.ts'
import { type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'
import {
  cancelDeskCampaign,
  listCampaigns,
  previewCampaign,
  readCampaignReport,
  readCampaignSchema,
  scheduleDeskCampaign,
} from './desk.ts'
import { campaignsDue, sendCampaigns } from './send-campaigns.ts'
import { unsubscribe } from './unsubscribe.ts'

const jobs = (deps: Deps): Job[] => [
  // Several processes may send at once; one is enough.
  {
    name: 'campaigns',
    everyMs: 1000,
    due: campaignsDue,
    isExclusive: true,
    run: (signal) => sendCampaigns(deps, signal),
  },
]

/** The campaigns sent to a player. */
const lifecycle: PlayerLifecycle = {
  sections: {
    campaigns: ({ db }, playerId) =>
      db.kysely
        .selectFrom('campaigns.recipients')
        .innerJoin('campaigns.campaigns', 'campaigns.campaigns.id', 'campaigns.recipients.campaign_id')
        .select(['identity', 'channel', 'outcome', 'reason', 'settled_at'])
        .where('player_id', '=', playerId)
        .orderBy('due_at', 'desc')
        .limit(recordLimit)
        .execute(),
  },
}

const routes = [bind(contract.unsubscribe, unsubscribe)]

export default defineModule({
  name: 'campaigns',
  tables: ['campaigns.campaigns', 'campaigns.recipients'],
  routes,
  deskRoutes: [
    bindDesk(desk.listCampaigns, listCampaigns),
    bindDesk(desk.readCampaignSchema, readCampaignSchema),
    bindDesk(desk.readCampaignReport, readCampaignReport),
    bindDesk(desk.previewCampaign, previewCampaign),
    bindDesk(desk.scheduleCampaign, scheduleDeskCampaign),
    bindDesk(desk.cancelCampaign, cancelDeskCampaign),
  ],
  jobs,
  lifecycle,
})
