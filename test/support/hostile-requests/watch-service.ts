/** Starts the watching process and the calibration server, and speaks with them. @module */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { WatchOrder, WatchReport } from './watcher.ts'

export interface ServiceWatch {
  begin(order: WatchOrder): Promise<void>
  end(): Promise<WatchReport>
  close(): void
}

export async function watchService(): Promise<ServiceWatch> {
  const calibration = start('calibration-server.ts')
  const [address] = await once(calibration, 'message')
  const watcher = start('watcher.ts')
  return {
    async begin({ addresses, ...order }) {
      watcher.send({ ...order, addresses: { ...addresses, calibration: String(address) } })
      await once(watcher, 'message')
    },
    async end() {
      const answered = once(watcher, 'message')
      watcher.send('stop')
      const [report] = await answered
      return report as WatchReport
    },
    close() {
      watcher.disconnect()
      calibration.disconnect()
    },
  }
}

function start(file: string): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), { stdio: 'inherit' })
}
