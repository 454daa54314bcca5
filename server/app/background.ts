import type { FastifyBaseLogger } from 'fastify'
import { sessionEndChannel } from '#server/infra/auth/ended-sessions.ts'
import type { Bell } from '#server/infra/bell.ts'
import type { Chain } from '#server/infra/chain/chain.ts'
import type { Config } from '#server/infra/config.ts'
import { type Changes, changesOn, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, levelOf } from '#server/infra/db/database.ts'
import { forgetOldAnswers } from '#server/infra/db/once.ts'
import type { FileStore } from '#server/infra/files/store.ts'
import { startSweeping } from '#server/infra/files/sweep.ts'
import { mailOf } from '#server/infra/mail/mail.ts'
import { startBegunMeasurements } from '#server/mrv/measurements/measurement-acts.ts'
import { startReminding } from '#server/mrv/tasks/reminders.ts'
import { waitingChannel } from '#server/people/notices/notify.ts'
import { noticeChannel, startNoticeLetters } from '#server/people/notices/postman.ts'
import { standingChannel } from '#server/people/users/actors.ts'
import { startExpiring } from '#server/units/caps/expiring.ts'
import { startWeakening } from '#server/units/caps/weakening.ts'
import { startClaimLetters } from '#server/units/claims/claim-letters.ts'
import { reissueChannel, startReissuing } from '#server/units/claims/reissue.ts'
import { movementBell, recordedChannel } from '#server/units/ledger/bell.ts'
import { startLinking } from '#server/units/ledger/linker.ts'
import { issuersWith, startLogs } from '#server/units/ledger/log-growth.ts'
import { startEnding } from '#server/units/pending/ending.ts'
import { changedChannel } from '#server/units/settlement/settlement.store.ts'
import { type Settlement, startSettlement } from '#server/units/settlement/settlement.ts'

export type Background = {
  settlement: Settlement
  settlementChanges: Changes
  waitingChanges: Changes
  standingChanges: Changes
  sessionEnds: Changes
  movementBell: Bell
  stop(): Promise<void>
}

const hourMs = 3_600_000

/** Starts all background workers. */
export async function startBackground(deps: {
  sql: Database
  config: Config
  chain: Chain
  files: FileStore
  log: FastifyBaseLogger
  now: () => Date
}): Promise<Background> {
  const [recorded, settlementChanges, notices, waitingChanges, standingChanges, sessionEnds, reissues] =
    await Promise.all([
      changesOn(deps.sql, recordedChannel),
      changesOn(deps.sql, changedChannel),
      changesOn(deps.sql, noticeChannel),
      changesOn(deps.sql, waitingChannel),
      changesOn(deps.sql, standingChannel),
      changesOn(deps.sql, sessionEndChannel),
      changesOn(deps.sql, reissueChannel),
    ])
  const subscriptions = [recorded, settlementChanges, notices, waitingChanges, standingChanges, sessionEnds, reissues]
  const bell = movementBell(deps.sql, deps.log)
  const linking = startLinking(deps.sql, recorded, deps.log)
  const logs = startLogs(deps.sql, deps.log, deps.config.PUBLIC_URL)
  const settlement = startSettlement(deps)
  // Without a mail server, notices appear on screen only.
  const mail = mailOf(deps.config)
  const noticeLetters = mail && startNoticeLetters({ ...deps, mail }, notices)
  const claimLetters = mail && startClaimLetters({ ...deps, mail }, settlementChanges)
  const reissuing = startReissuing({ ...deps, issuerOf: issuersWith(deps.sql, deps.config.PUBLIC_URL) }, reissues)
  const calendar = workOnChanges({
    work: () =>
      startBegunMeasurements(deps).catch((err: unknown) => deps.log[levelOf(err)]({ err }, 'the calendar waits')),
    lookEveryMs: hourMs,
  })
  const reminding = startReminding(deps)
  const ending = startEnding(deps)
  const weakening = startWeakening(deps)
  const expiring = startExpiring(deps)
  const sweeping = startSweeping(deps)
  const forgetting = workOnChanges({
    work: () => forgetOldAnswers(deps.sql).catch((err: unknown) => deps.log[levelOf(err)]({ err }, 'old answers wait')),
    lookEveryMs: hourMs,
  })
  return {
    settlement,
    settlementChanges,
    waitingChanges,
    standingChanges,
    sessionEnds,
    movementBell: bell,
    async stop() {
      await bell.stop()
      const work = [
        settlement,
        linking,
        logs,
        calendar,
        reminding,
        ending,
        weakening,
        expiring,
        sweeping,
        forgetting,
        noticeLetters,
        claimLetters,
        reissuing,
      ]
      await Promise.all(work.map((worker) => worker?.stop()))
      await Promise.all(subscriptions.map((changes) => changes.stop()))
    },
  }
}
