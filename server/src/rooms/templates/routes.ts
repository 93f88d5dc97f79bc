import { templates } from '@dossier/contract/templates';
import { type Served, serve } from '../../ground/http/serve.ts';
import { createTemplateFolder, moveTemplateFolder, renameTemplateFolder } from './change-folders.ts';
import { deleteTemplate, updateTemplate } from './change-template.ts';
import { forecastTemplate, listChoices, showDefinition } from './choose-template.ts';
import { createTemplate } from './create-template.ts';
import { listTemplates } from './list-templates.ts';
import { removeTemplateFolder, restoreTemplateFolder } from './remove-folders.ts';
import { setRights } from './set-rights.ts';
import { showTemplate } from './show-template.ts';
import { takeFolder } from './take-folder.ts';

export const templateRoutes: Served[] = [
  serve(templates.list, listTemplates),
  serve(templates.tree, showTemplate),
  serve(templates.create, createTemplate),
  serve(templates.createFrom, takeFolder),
  serve(templates.update, updateTemplate),
  serve(templates.delete, deleteTemplate),
  serve(templates.createFolder, createTemplateFolder),
  serve(templates.renameFolder, renameTemplateFolder),
  serve(templates.moveFolder, moveTemplateFolder),
  serve(templates.deleteFolder, removeTemplateFolder),
  serve(templates.restoreFolder, restoreTemplateFolder),
  serve(templates.setRights, setRights),
  serve(templates.choices, listChoices),
  serve(templates.forecast, forecastTemplate),
  serve(templates.definition, showDefinition),
];
