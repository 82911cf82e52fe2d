import { testItemScreen } from '#tests/e2e/items/test-item-screen.ts';
import { notes } from '../contract.ts';

testItemScreen(notes);
