/** Campaigns and notices to players. Other contexts import only this file. */
export { mountUnsubscribe } from './mount-unsubscribe.ts'
