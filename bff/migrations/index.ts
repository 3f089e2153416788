import type { MigrationInterface } from 'typeorm';
import { CreateBank20261130110001 } from './20261130110001-create-bank';
import { KeepHoldersBlocks20261130120001 } from './20261130120001-keep-holders-blocks';
import { KeepWebhookSecrets20261130130001 } from './20261130130001-keep-webhook-secrets';
import { IndexPasswordResets20261130140001 } from './20261130140001-index-password-resets';
import { NoteSourceMaps20261130150001 } from './20261130150001-note-source-maps';
import { IndexMarksByDay20261130160001 } from './20261130160001-index-marks-by-day';
import { KeepFormerStatus20261130170001 } from './20261130170001-keep-former-status';
import { OrderMessages20261130180001 } from './20261130180001-order-messages';
import { CompareSubjects20261130180002 } from './20261130180002-compare-subjects';
import { KeepNoticedAddresses20261130200001 } from './20261130200001-keep-noticed-addresses';
import { MarkSweptUploads20261130210001 } from './20261130210001-mark-swept-uploads';
import { KeepUnlistedChecks20261130220001 } from './20261130220001-keep-unlisted-checks';
import { RecordEachDifference20261130230001 } from './20261130230001-record-each-difference';
import { NamePersonsOfOldLines20261201000001 } from './20261201000001-name-persons-of-old-lines';
import { NameSubjectsOfEvents20261201000101 } from './20261201000101-name-subjects-of-events';
import { NoteCollections20261201030001 } from './20261201030001-note-collections';
import { NoteApprovedOrders20261201040001 } from './20261201040001-note-approved-orders';
import { NoteOnlyTries20261201040002 } from './20261201040002-note-only-tries';
import { ListWebhookMessages20261202030001 } from './20261202030001-list-webhook-messages';
import { NoteShownReleases20261203080001 } from './20261203080001-note-shown-releases';
import { WarnFormerAddresses20261203100001 } from './20261203100001-warn-former-addresses';
import { NoteEarlierShownReleases20261203100002 } from './20261203100002-note-earlier-shown-releases';
import { EndDebitsOfDeleted20261203110001 } from './20261203110001-end-debits-of-deleted';
import { EndRecallsInTime20261204010001 } from './20261204010001-end-recalls-in-time';

/** In the order in which they run. */
export const migrations: (new () => MigrationInterface)[] = [
  CreateBank20261130110001,
  KeepHoldersBlocks20261130120001,
  KeepWebhookSecrets20261130130001,
  IndexPasswordResets20261130140001,
  NoteSourceMaps20261130150001,
  IndexMarksByDay20261130160001,
  KeepFormerStatus20261130170001,
  OrderMessages20261130180001,
  CompareSubjects20261130180002,
  KeepNoticedAddresses20261130200001,
  MarkSweptUploads20261130210001,
  KeepUnlistedChecks20261130220001,
  RecordEachDifference20261130230001,
  NamePersonsOfOldLines20261201000001,
  NameSubjectsOfEvents20261201000101,
  NoteCollections20261201030001,
  NoteApprovedOrders20261201040001,
  NoteOnlyTries20261201040002,
  ListWebhookMessages20261202030001,
  NoteShownReleases20261203080001,
  WarnFormerAddresses20261203100001,
  NoteEarlierShownReleases20261203100002,
  EndDebitsOfDeleted20261203110001,
  EndRecallsInTime20261204010001,
];
