import { reviews } from '@dossier/contract/reviews';
import { type Served, serve } from '../../ground/http/serve.ts';
import { closeReview, planReviews } from './close-review.ts';
import { decideReview } from './decide-review.ts';
import { openReview } from './open-review.ts';
import { listStates } from './review-states.ts';
import { listReviews, showReview } from './show-review.ts';

export const reviewRoutes: Served[] = [
  serve(reviews.open, openReview),
  serve(reviews.sheet, showReview),
  serve(reviews.decide, decideReview),
  serve(reviews.close, closeReview),
  serve(reviews.history, listReviews),
  serve(reviews.plan, planReviews),
  serve(reviews.states, listStates),
];
