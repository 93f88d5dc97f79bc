import { scores, votes } from '@dossier/contract/votes';
import { serve, type Served } from '../../ground/http/serve.ts';
import { castVote, closeVote } from './cast-vote.ts';
import { createVote } from './create-vote.ts';
import { exportVote } from './export-vote.ts';
import { closeScore, createScore, giveScores } from './give-scores.ts';
import { exportScore, listScores, showScore } from './show-scores.ts';
import { listVotes, showSummary, showVote } from './show-votes.ts';

export const voteRoutes: Served[] = [
  serve(votes.list, listVotes),
  serve(votes.show, showVote),
  serve(votes.create, createVote),
  serve(votes.cast, castVote),
  serve(votes.close, closeVote),
  serve(votes.summary, showSummary),
  serve(votes.export, exportVote),
  serve(scores.list, listScores),
  serve(scores.create, createScore),
  serve(scores.give, giveScores),
  serve(scores.close, closeScore),
  serve(scores.summary, showScore),
  serve(scores.export, exportScore),
];
