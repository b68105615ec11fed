/** The program of a worker: what it can do, one row for each task. @module */
import { compareVersions } from './embedded-wiki/reader/compare-page.ts'
import { layOutAdf, showMarkdown } from './embedded-wiki/reader/history-pages.ts'
import { showHits } from './embedded-wiki/reader/search-hits.ts'
import { readPageBody, renderPageBody } from './embedded-wiki/rest-api/page-body.ts'
import {
  indexDocument,
  placeImages,
  storableDocument,
} from './embedded-wiki/store/storable-document.ts'
import { prepareImport } from './importing/prepare-import.ts'
import { readReservation } from './importing/read-reservation.ts'
import { runWorker } from './isolation/run-worker.ts'
import { viewDocumentMessage } from './web/document-view.ts'
import { planFolderForm } from './web/writer/folder-form.ts'
import { prepareForm } from './web/writer/prepare-form.ts'

runWorker({
  'compare-versions': compareVersions,
  'index-document': indexDocument,
  'lay-out-adf': layOutAdf,
  'place-images': placeImages,
  'plan-folder': planFolderForm,
  'prepare-form': prepareForm(storableDocument),
  'prepare-import': prepareImport(storableDocument),
  'read-page-body': readPageBody,
  'read-reservation': readReservation,
  'render-page-body': renderPageBody,
  'show-hits': showHits,
  'show-markdown': showMarkdown,
  'view-document': viewDocumentMessage,
})
