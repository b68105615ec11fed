/** The program of the thread that searches a SQLite store. @module */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { answerSearches } from './store/sqlite/sqlite-searcher.ts'

answerSearches(workerData as string, parentPort as MessagePort)
