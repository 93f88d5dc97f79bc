export const templatesPath = '/admin/index/dataManger/dirtemplate';
export const templatePath = '/admin/index/dataManger/dirtemplate/Subtemplate';
